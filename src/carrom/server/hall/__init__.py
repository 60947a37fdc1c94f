"""The venue server of a championship: pages, role links, score sheets and the live feed."""
