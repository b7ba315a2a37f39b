/** What arrives damaged, each in a way of its own; `foreign`: another account's IBAN. */
export const damages: ((file: string, foreign: string) => string)[] = [
  (file) => file.slice(0, Math.floor(file.length / 2)),
  (file) => file.slice(0, -9),
  (file) => file.replace(/(<Cd>CLBD<.*?<Amt Ccy="EUR">)\d+/, '$17'),
  (file, foreign) => file.replace(/<IBAN>[A-Z0-9]+<\/IBAN>/, `<IBAN>${foreign}</IBAN>`),
  (file) => file.replace(/<Acct>.*?<\/Acct>/, ''),
  (file) => file.replaceAll('Ntry>', 'Buchung>'),
  (file) => file.replace('tech:xsd:camt', 'tech:xsd:pacs'),
  (file) => file.replaceAll(/<Amt Ccy="EUR">(\d+)\./g, '<Amt Ccy="EUR">$1,'),
  (file) => file.replace('<Ntry>', '<!DOCTYPE x><Ntry>'),
  (file) => file + file,
]
