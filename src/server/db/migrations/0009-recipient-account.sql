-- A recipient whose contract or reward is still open asked for deletion: it is done when nothing is open any more.
alter table recipients add column erase_asked_at timestamptz;
create index recipients_to_erase on recipients (tenant, erase_asked_at) where erase_asked_at is not null;

-- The number by which the provider knows a referrer as its customer, and what the provider says of it.
alter table accounts add column customer_number text;
alter table accounts add column customer_number_state text;
alter table accounts add column customer_number_at timestamptz;
alter table accounts add constraint accounts_customer_number check (
  (customer_number is null) = (customer_number_state is null)
  and (customer_number is null) = (customer_number_at is null)
  and (customer_number_state is null or customer_number_state in ('pending', 'checked', 'unknown')));
