"""Set-up of tournaments in the browser: drafts on disk, and the operations of the organiser's set-up pages."""
