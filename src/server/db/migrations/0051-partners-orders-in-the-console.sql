-- Sales partners' orders stand in the console's list of all orders: read by day, alone or in one state.
create index partner_orders_of_all on partner_orders (tenant, contract_on, number) include (state, product_id);
create index partner_orders_of_all_by_state on partner_orders (tenant, state, contract_on, number) include (product_id, billed_in);
