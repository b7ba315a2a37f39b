/** A confirmed referrer per demo tenant; the password is on /demo. */
export type DemoReferrer = { email: string; password: string; firstName: string; lastName: string }

// Addresses by the tenants' rules: employees of Sonnseite and Funkelnetz are excluded, at Bergvogel only they may take part.
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
