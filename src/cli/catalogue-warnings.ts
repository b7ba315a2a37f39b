import type { CatalogueFile } from '../contract/katalog-datei.ts'
import { isKnownGroup, knownGroups } from '../domain/category.ts'
import type { CatalogueDiff } from '../server/catalogue/diff-catalogue.ts'

/** Valid but surely unintended: groups without category page, and missing price texts. */
export function catalogueWarnings(
  { fixedLine = [] }: CatalogueFile,
  { changed }: Pick<CatalogueDiff, 'changed'>,
): string[] {
  const strange = new Set(
    fixedLine.map(({ group }) => group).filter((group) => !isKnownGroup(group)),
  )
  const texts = new Map(fixedLine.map((row) => [row.id, row]))
  return [
    ...[...strange].map(
      (group) =>
        `Gruppe "${group}" is none of ${knownGroups.join(', ')}: its tariffs stand under internet.`,
    ),
    ...changed.flatMap(({ id, fields }) =>
      (['Preistext', 'Preistext_en'] as const).flatMap((column) => {
        const text = texts.get(id)?.[column === 'Preistext' ? 'priceText' : 'priceTextEn']
        if (!text || fields.some(({ field }) => field === column)) return []
        return fields
          .filter(({ field }) => field === 'MonatspreisCent' || field === 'EinmalpreisCent')
          .filter(({ from }) => typeof from === 'number' && names(text, from))
          .map(({ field }) => `${column} of product ${id} still names the old ${field}: "${text}".`)
      }),
    ),
  ]
}

/** Whether a text contains a euro amount: 39,95 or 39.95, 40 or 40,00. */
function names(text: string, cents: number): boolean {
  const rest = String(cents % 100).padStart(2, '0')
  const decimals = rest === '00' ? '(?:[.,]00)?' : `[.,]${rest}`
  return new RegExp(`(?<![\\d.,])${Math.floor(cents / 100)}${decimals}(?![.,]?\\d)`).test(text)
}
