-- An agency that is a public buyer gets XRechnung: its Leitweg-ID, and where its invoices go if not by its own e-mail address.
alter table agencies
  add column leitweg_id text check (leitweg_id ~ '^[0-9]{2,12}(-[A-Z0-9]{1,30})?-[0-9]{2}$'),
  add column e_address_scheme text check (e_address_scheme in ('EM', '0204', '0088', '9930')),
  add column e_address text check (length(e_address) between 1 and 320),
  add constraint agencies_e_address_whole check ((e_address is null) = (e_address_scheme is null)),
  add constraint agencies_e_address_public check (leitweg_id is not null or e_address is null);
