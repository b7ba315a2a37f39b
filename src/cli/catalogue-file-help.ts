import { fixedLineColumns, mobileColumns, type CatalogueColumn } from '../contract/katalog-datei.ts'
import { knownGroups } from '../domain/category.ts'

const types = { text: '', number: 'whole number', flag: 'ja or nein' } as const
const notes: Record<string, string> = {
  Id: 'id of the product here: up to 40 letters, digits, _ and -; never changes',
  Kategorie: 'DP or TP',
  Name: 'your own name of the tariff',
  Anzeigename: 'the name on pages',
  Young: 'for under-28s: ja or nein',
  Hybrid: 'line and mobile in one: ja or nein',
  Gruppe: `decides the category page: ${knownGroups.join(', ')}`,
  Klasse: 'speed or size, such as 250; mobile: of the tariff or device, Business for businesses',
  AnbieterProduktId: 'your own id of the product, as in order files; unique',
  Provision: 'plan;cents, in quotation marks where semicolons part the cells',
  Fussnote: 'marks of footnotes, separated by commas',
  Preistext: 'how the price splits over time',
  AktionName: 'the promotion',
  Geraetetyp:
    'Smartphone or Tablet; with Hersteller, Geraetename and GeraetId, or none of the four',
  GeraetepreisCent: 'once, for the device with this tariff; 0 without one',
  TarifId: 'offers of one tariff share it',
  Beschreibung: 'points on the card, separated by |',
  Position: 'place in the list',
  TopPosition: 'place among the first',
  Aktion: 'a promotion runs: ja or nein',
  Startseite: 'ja: on the homepage; empty keeps it as it is',
  AktionRabattCent: 'off the monthly price, in cents',
  AktionspreisCent: 'monthly price while Aktion is ja, in cents',
}

const list = (columns: readonly CatalogueColumn[]) =>
  columns.map(({ name, type, required }) => {
    const note = notes[name] ?? (name.endsWith('Cent') ? 'cents, such as 1995' : types[type])
    return `  ${name.padEnd(17)} ${required ? 'required' : 'optional'}   ${note}`.trimEnd()
  })

/** Input of `catalogue import`. */
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
