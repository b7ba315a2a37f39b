-- One spelling per address: a domain beyond ASCII is kept as mail servers have it (xn--…), so that bücher.example and
-- xn--bcher-kva.example are one account and one person. As domain/email.ts, which spells every address before it comes here; this is
-- for what is there already, and for statements by hand.
create function punycode_label(label text) returns text language plpgsql immutable parallel safe as $$
declare
  points int[];
  point int;
  encoded text := '';
  done int;
  basic int;
  next_point int := 128;
  delta int := 0;
  bias int := 72;
  least_left int;
  q int;
  k int;
  t int;
  adapted int;
begin
  if label ~ '^[ -~]*$' then
    return label;
  end if;
  select array_agg(ascii(letter) order by place) into points
    from regexp_split_to_table(label, '') with ordinality as letters (letter, place);
  foreach point in array points loop
    if point < 128 then
      encoded := encoded || chr(point);
    end if;
  end loop;
  basic := length(encoded);
  done := basic;
  if basic > 0 then
    encoded := encoded || '-';
  end if;
  -- RFC 3492, section 6.3.
  while done < array_length(points, 1) loop
    select min(one) into least_left from unnest(points) one where one >= next_point;
    delta := delta + (least_left - next_point) * (done + 1);
    next_point := least_left;
    foreach point in array points loop
      if point < next_point then
        delta := delta + 1;
      elsif point = next_point then
        q := delta;
        k := 36;
        loop
          t := least(greatest(k - bias, 1), 26);
          exit when q < t;
          encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', t + (q - t) % (36 - t) + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        end loop;
        encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', q + 1, 1);
        adapted := case when done = basic then delta / 700 else delta / 2 end;
        adapted := adapted + adapted / (done + 1);
        k := 0;
        while adapted > 455 loop
          adapted := adapted / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * adapted / (adapted + 38);
        delta := 0;
        done := done + 1;
      end if;
    end loop;
    delta := delta + 1;
    next_point := next_point + 1;
  end loop;
  return 'xn--' || encoded;
end $$;

create function ascii_address(email text) returns text language sql immutable parallel safe as $$
  select case when email ~ '^[ -~]*$' or email !~ '^[^@]*@[^@]+$' then email
    else split_part(email, '@', 1) || '@' || (
      select string_agg(public.punycode_label(label), '.' order by place)
      from regexp_split_to_table(normalize(split_part(email, '@', 2), NFKC), '\.') with ordinality as labels (label, place))
  end
$$;

alter table recipients alter column mailbox set expression as (
  case when split_part(ascii_address(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(ascii_address(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(ascii_address(email), '@', 1), '+', 1) || '@' || split_part(ascii_address(email), '@', 2)
  end);

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well. Where both spellings have a row of
-- their own already, the older spelling stays as it is, for an operator to look at.
do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    update accounts a set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254
      and not exists (select from accounts o where o.tenant = t and o.email = ascii_address(a.email));
    update agency_users a set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254
      and not exists (select from agency_users o where o.tenant = t and o.email = ascii_address(a.email));
    update sales_partners a set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254
      and not exists (select from sales_partners o where o.tenant = t and o.email = ascii_address(a.email));
    update agencies set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254;
    update recipients a set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254
      and not exists (select from recipients o where o.tenant = t and o.referral_number = a.referral_number
        and o.email = ascii_address(a.email));
    update invitations a set email = ascii_address(email) where tenant = t and email <> ascii_address(email)
      and length(ascii_address(email)) <= 254
      and not exists (select from invitations o where o.tenant = t and o.agency_id = a.agency_id and o.email = ascii_address(a.email));
  end loop;
end $$;
