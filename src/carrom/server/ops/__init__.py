"""Running a server: the application, its processes and their bus, jobs and workers, backups, integrity, transfer."""
