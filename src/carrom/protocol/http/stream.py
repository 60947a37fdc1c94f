"""Streams of analysis and review results over HTTP: one JSON object per line, each with its `type`.

Closing the connection stops the computation, unless another client reads the same stream.
"""

from carrom.analysis.messages import Analysis, Assessed, BreakTable, Failed, Heat, Waiting
from carrom.analysis.review.review_values import GameReview, ReviewBegun, StrokeReviewed

AnalysisTold = Analysis | Heat | Waiting | Failed
"""The lines of `GET /api/analysis`."""
AssessedTold = Assessed | Waiting | Failed
"""The lines of `GET /api/stroke`."""
BreaksTold = BreakTable | Waiting | Failed
"""The lines of `GET /api/breaks`."""
ReviewLine = ReviewBegun | StrokeReviewed | GameReview | Waiting | Failed
"""The lines of `GET /api/review/<game>`."""
Streamed = Analysis | Assessed | Heat | ReviewBegun | StrokeReviewed | GameReview | BreakTable | Waiting | Failed
"""Every message that is sent as a line of a stream."""
