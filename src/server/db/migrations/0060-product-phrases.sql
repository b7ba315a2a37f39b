-- How a sentence names a product, after verbs as "recommend": "das Solardach". Null where a sentence has to do without.
alter table products add column in_sentence jsonb;
