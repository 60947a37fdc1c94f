"""The venue server of a championship: pages, links by role, score sheets and the live feed."""
