"""Measuring strength: match tests (SPRT), rating ladders, fixed anchors and the frozen first engine."""
