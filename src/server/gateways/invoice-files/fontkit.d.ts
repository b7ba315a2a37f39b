// The part of fontkit (MIT) that is used here; it has no types of its own.
declare module 'fontkit' {
  export type Font = {
    'OS/2': { usWeightClass: number }
    variationAxes: Record<string, unknown>
    hasGlyphForCodePoint: (point: number) => boolean
  }
  export function create(file: Uint8Array): Font
}
