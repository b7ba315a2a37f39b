declare module 'virtual:wire' {
  type Names = import('../../contract/shape.ts').Names | null
  type Wire = [
    method: string,
    path: string,
    params: Names,
    query: Names,
    body: Names,
    answer: Names,
  ]
  export const wire: Record<import('../../contract/endpoints.ts').EndpointName, Wire>
}

/** Calls of the agency area, added to `virtual:wire` on demand. */
declare module 'virtual:wire-agency' {
  export const wire: Partial<typeof import('virtual:wire').wire>
}

/** Calls of the sales partners' area. */
declare module 'virtual:wire-sales-partner' {
  export const wire: Partial<typeof import('virtual:wire').wire>
}

/** Calls of the console. */
declare module 'virtual:wire-console' {
  export const wire: Partial<typeof import('virtual:wire').wire>
}

/** Calls of the console's page of a person. */
declare module 'virtual:wire-person' {
  export const wire: Partial<typeof import('virtual:wire').wire>
}

/** Calls of the console's pages about the team, the tenant and how it runs. */
declare module 'virtual:wire-office' {
  export const wire: Partial<typeof import('virtual:wire').wire>
}

declare module 'virtual:client-assets' {
  type Files = {
    scripts: string[]
    styles: string[]
    css: string // of its styles
    own?: Record<string, string> // what a stranger's page needs of shared stylesheets (scripts/page-styles.ts)
  }
  /** By source path below the project, e.g. `src/web/entry-client.ts`. Null in dev. */
  export const clientAssets: Record<string, Files> | null
}
