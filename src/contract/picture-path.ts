/** What pictures are of: a tenant's content (stored here or at its content service), or an agent. */
export const pictureKinds = ['inhalt', 'berater'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Widths in CSS pixels times density; no other is made, so that nobody can ask for work without end. */
export const pictureWidths = [96, 160, 320, 480, 640, 960, 1280] as const
export const largestWidth = 1280
export type PictureWidth = (typeof pictureWidths)[number]

export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The address of a picture in one of its widths; the format is what the browser likes best. */
export const picturePath = (tenant: string, kind: PictureKind, id: string, width: PictureWidth) =>
  `/bild/${tenant}/${kind}/${encodeURIComponent(id)}?b=${width}`

const textWidths = [320, 640, 960, 1280] as const satisfies PictureWidth[]

/** Which width of a picture in a text a browser takes; null for an address that has no widths to choose from. */
export function textSources(src: string): { srcset: string; sizes: string } | null {
  const path = /^(\/bild\/[\w-]+\/inhalt\/[\w-]+)\?b=\d+$/.exec(src)?.[1]
  if (!path) return null
  return {
    srcset: textWidths.map((width) => `${path}?b=${width} ${width}w`).join(', '),
    sizes: '(min-width: 768px) 42rem, 100vw',
  }
}
