/** The title of a browser tab: the page's, then the tenant's name unless it is in there already. */
export const fullTitle = (title: string, tenantName: string) =>
  title.includes(tenantName) ? title : `${title} – ${tenantName}`
