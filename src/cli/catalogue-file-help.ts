import { fixedLineColumns, mobileColumns, type CatalogueColumn } from '../contract/katalog-datei.ts'

const types = { text: '', number: 'whole number', flag: 'ja or nein' } as const
const notes: Record<string, string> = {
  Kategorie: 'DP or TP',
  AnbieterProduktId: 'your own id of the product, as in order files',
  Provision: 'plan;cents, in quotation marks where semicolons part the cells',
  Fussnote: 'marks of footnotes, separated by commas',
  Geraetetyp: 'Smartphone or Tablet; empty for a tariff without a device',
  Beschreibung: 'points, separated by |',
  Startseite: 'ja: on the homepage; empty keeps it as it is',
  AktionRabattCent: 'off the monthly price, in cents',
  AktionspreisCent: 'monthly price while Aktion is ja, in cents',
}

const list = (columns: readonly CatalogueColumn[]) =>
  columns.map(({ name, type, required }) => {
    const note = notes[name] ?? (name.endsWith('Cent') ? 'cents, such as 1995' : types[type])
    return `  ${name.padEnd(17)} ${required ? 'required' : 'optional'}   ${note}`.trimEnd()
  })

/** Input of `catalogue import`. The same columns are in docs/operations.md. */
export const catalogueFileHelp: readonly string[] = [
  'FILE is CSV with a header line (semicolons, commas or tabs; UTF-8, UTF-16 or Windows-1252) and holds one kind, or JSON:',
  '  { "Festnetz": [{ "Id": "201", … }], "Mobilfunk": [{ … }] }   either or both; what is left out stays as it is',
  '',
  'What is no longer in the file leaves all pages; recommendations of it go on. The same file again changes nothing.',
  'A column that ends in _en is the English text; without it the German stands in both languages.',
  '',
  'Columns of Festnetz:',
  ...list(fixedLineColumns),
  '',
  'Columns of Mobilfunk:',
  ...list(mobileColumns),
]
