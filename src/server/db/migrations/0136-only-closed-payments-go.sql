-- Money on its way, and a failed payment that waits for somebody, is never deleted, whatever a statement says (753).
create policy only_closed on payouts as restrictive for delete
  using (state <> 'in-transit' and held_at is null);
