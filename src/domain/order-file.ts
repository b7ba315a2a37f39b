// Files of orders that operators import in the console.

export const largestOrderFile = 8 * 1024 * 1024
export const mostOrderLines = 100_000

export const orderFileStates = ['checking', 'checked', 'running', 'done', 'stopped'] as const
export type OrderFileState = (typeof orderFileStates)[number]

/** What an order’s line says of it. */
export const orderStatuses = ['abgeschlossen', 'storniert'] as const

/** A file to fill in: the columns that an import reads, and a line of either status. */
export const orderFileTemplate = [
  'ExterneAuftragsnummer;ProduktExterneId;Vertragsdatum;Status;Empfaengernummer;Empfehlungsnummer;Email',
  'Beispiel-1;Produkt-1;31.01.2026;abgeschlossen;;;vorname.nachname@post.example',
  'Beispiel-2;Produkt-1;31.01.2026;storniert;;;vorname.nachname@post.example',
  '',
].join('\r\n')
