"""A board set up by hand: whether discs can lie so, what a stroke leads to, what the law says; and the lessons."""
