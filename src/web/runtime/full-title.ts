/** The tab's title: the page's, plus the tenant's name unless it is in there. */
export const fullTitle = (title: string, tenantName: string) =>
  title.includes(tenantName) ? title : `${title} – ${tenantName}`
