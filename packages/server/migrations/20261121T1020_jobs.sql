-- What the queue's own tables do not keep of a job: who ran it and what it said. The queue makes its tables at start and
-- moves rows by delete and insert, so a foreign key cannot point at them; a daily job removes rows whose job is gone.
create table job_runs (
  job_id uuid primary key,
  worker_name text not null,
  last_attempt_at timestamptz not null default now(),
  -- The last lines the job wrote, oldest first.
  log text not null default ''
);
