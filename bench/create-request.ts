let counter = 0

export const createPathOf = (tenant: string) => `/api/v1/${tenant}/empfehlen/create`
export const createPath = createPathOf('standard')

/** A creation by a new person from a new network address; `run` keeps runs apart. */
export function createRequest(run: string): { headers: Record<string, string>; body: string } {
  counter += 1
  const address = `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter & 255}`
  return {
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'bench',
      'accept-language': 'de',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({
      Empfehlung: { ProductId: '101', Channel: 'wa', Anteil: 50 },
      Empfehler: {
        Vorname: 'Mara',
        Nachname: 'Messwert',
        Email: `mara-${run}-${counter}@bench.example`,
        Newsletter: false,
        Agb: true,
      },
    }),
  }
}
