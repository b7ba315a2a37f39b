/** A confirmed referrer of each demo tenant, whose password stands on /demo. */
export type DemoReferrer = { email: string; password: string; firstName: string; lastName: string }

// Addresses that the tenant's own rules accept: employees of Sonnseite and Funkelnetz may not take part, and at Bergvogel
// nobody else may.
export const demoReferrers: Readonly<Record<string, DemoReferrer>> = {
  standard: {
    email: 'demo@post.example',
    password: 'Sonnenschein-2026',
    firstName: 'Lena',
    lastName: 'Sommer',
  },
  bgv: {
    email: 'demo@bergvogel.example',
    password: 'Sonnenschein-2026',
    firstName: 'Greta',
    lastName: 'Almers',
  },
  telko: {
    email: 'demo@post.example',
    password: 'Sonnenschein-2026',
    firstName: 'Mila',
    lastName: 'Funke',
  },
}
