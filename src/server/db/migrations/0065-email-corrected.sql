-- When an operator's correction of the address proved itself: what the bank returns of older payments waits for a review.
alter table accounts add column email_corrected_at timestamptz;
alter table recipients add column email_corrected_at timestamptz;
