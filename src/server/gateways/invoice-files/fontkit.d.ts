// The used part of fontkit (MIT), which has no types.
declare module 'fontkit' {
  export type Font = {
    'OS/2': { usWeightClass: number }
    variationAxes: Record<string, unknown>
    hasGlyphForCodePoint: (point: number) => boolean
    layout: (text: string) => { positions: { xAdvance: number }[] }
  }
  export function create(file: Uint8Array): Font
}
