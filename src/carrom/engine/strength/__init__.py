"""Measuring strength: match tests (SPRT), rating ladders, fixed anchors."""
