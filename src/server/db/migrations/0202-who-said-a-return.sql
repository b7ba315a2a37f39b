-- Why one person said that a payment's money came back, or never left, and why another one confirmed it: beside their names (838).
alter table bank_line_payouts
  add column proposed_reason text check (length(proposed_reason) between 1 and 500),
  add column decided_reason text check (length(decided_reason) between 1 and 500),
  add constraint bank_return_reasons check (
    (proposed_reason is null or proposed_by is not null) and (decided_reason is null or decided_by is not null));
grant update (decided_reason) on bank_line_payouts to zuspruch_app;

-- What was found without a person was decided by nobody, not by whoever brought the file.
do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    update bank_lines set decided_by = null where tenant = of_tenant and kind in ('invoice', 'reversal') and reason is null;
  end loop;
end $$;
