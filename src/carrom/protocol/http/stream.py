"""What the server tells over HTTP while it thinks: one JSON object a line, each with its `type`, until the answer ends.

Who closes the connection ends the thinking, unless somebody else reads the same.
"""

from carrom.analysis.messages import Analysis, Assessed, Failed, Heat, Waiting
from carrom.analysis.review.review_values import ReviewBegun, ReviewTold, StrokeReviewed

AnalysisTold = Analysis | Heat | Waiting | Failed
"""The lines of `GET /api/analysis`."""
AssessedTold = Assessed | Waiting | Failed
"""The lines of `GET /api/stroke`."""
ReviewLine = ReviewBegun | StrokeReviewed | ReviewTold | Waiting | Failed
"""The lines of `GET /api/review/<game>`."""
Streamed = Analysis | Assessed | Heat | ReviewBegun | StrokeReviewed | ReviewTold | Waiting | Failed
"""Whatever is told so."""
