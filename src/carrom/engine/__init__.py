"""An opponent: it aims by geometry, tries each stroke under its own hand's noise, and keeps the best."""
