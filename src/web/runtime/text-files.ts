/** Texts of the usual pages; areas of rarely visited ones are added with those (add-agency.ts and the like). */
export const textFiles = import.meta.glob<Record<string, string>>(
  ['/src/web/texts/*/*.json', '!/src/web/texts/*/{agency*,salesPartner,console*}.json'],
  { import: 'default' },
)
