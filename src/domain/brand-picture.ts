// A picture that came in with a tenant's file: its path names the tenant and what it holds.

export const brandPicturePath = (tenant: string, name: string) => `/marke/${tenant}/${name}`

/** The name in such a path of this tenant; null for any other path. */
export function brandPictureName(tenant: string, path: string): string | null {
  const [, owner, name] = /^\/marke\/([a-z0-9-]+)\/([0-9a-f]{24}\.(?:png|webp))$/.exec(path) ?? []
  return owner === tenant && name ? name : null
}

/** A picture itself, as a tenant's file carries it. SVG is none: it can hold scripts and addresses. */
export const dataUri = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/
