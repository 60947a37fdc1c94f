"""Plots of results: learning curves, ratings with intervals, as SVG."""
