// Path of a picture from a tenant's file.

export const brandPicturePath = (tenant: string, name: string) => `/marke/${tenant}/${name}`

/** The picture name in such a path of this tenant, or null. */
export function brandPictureName(tenant: string, path: string): string | null {
  const [, owner, name] = /^\/marke\/([a-z0-9-]+)\/([0-9a-f]{24}\.(?:png|webp))$/.exec(path) ?? []
  return owner === tenant && name ? name : null
}

/** A picture in a tenant's file. No SVG: it can hold scripts and addresses. */
export const dataUri = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/
