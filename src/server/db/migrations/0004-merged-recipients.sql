-- Whoever fills in the form twice is one recipient in the end; the number that the shop and the provider keep leads to that one for
-- good, also when nothing of a person is left beside it. (Rows merged before this still lead there by their e-mail.)
alter table recipients add column merged_into text;
alter table recipients add constraint recipients_merged_into foreign key (tenant, merged_into) references recipients (tenant, number);
create index recipients_by_merged_into on recipients (tenant, merged_into) where merged_into is not null;
