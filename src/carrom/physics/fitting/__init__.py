"""Fit the parameters of a surface to strokes that were filmed and tracked on a real board."""

from carrom.physics.camera import Camera, Image, Marks, fit_camera
from carrom.physics.fitting.estimate import FittedParameter, FittedSurface, StrokeError, fit_surface
from carrom.physics.tracks import RunMeasured, Track, TrackedStroke, read_marks, read_runs, read_tracks

__all__ = [
    "Camera",
    "FittedParameter",
    "FittedSurface",
    "Image",
    "Marks",
    "RunMeasured",
    "StrokeError",
    "Track",
    "TrackedStroke",
    "fit_camera",
    "fit_surface",
    "read_marks",
    "read_runs",
    "read_tracks",
]
