/** Pictures of a tenant's content (here or at its service) or of an agent. */
export const pictureKinds = ['inhalt', 'berater'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** CSS width times density; only these, so that nobody can request unlimited work. */
export const pictureWidths = [96, 160, 320, 480, 640, 960, 1280] as const
export const largestWidth = 1280
export type PictureWidth = (typeof pictureWidths)[number]

export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The URL of a picture in a width; the format is negotiated. */
export const picturePath = (tenant: string, kind: PictureKind, id: string, width: PictureWidth) =>
  `/bild/${tenant}/${kind}/${encodeURIComponent(id)}?b=${width}`

const textWidths = [320, 640, 960, 1280] as const satisfies PictureWidth[]

/** srcset of a picture in a text; null if it has no widths. */
export function textSources(src: string): { srcset: string; sizes: string } | null {
  const path = /^(\/bild\/[\w-]+\/inhalt\/[\w-]+)\?b=\d+$/.exec(src)?.[1]
  if (!path) return null
  return {
    srcset: textWidths.map((width) => `${path}?b=${width} ${width}w`).join(', '),
    sizes: '(min-width: 768px) 42rem, 100vw',
  }
}
