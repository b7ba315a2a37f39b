// The part of fontkit (MIT) that is used here; it has no types of its own.
declare module 'fontkit' {
  export type Glyph = {
    advanceWidth: number
    path: { commands: { command: string; args: number[] }[] }
  }
  export type Font = {
    layout: (text: string) => { advanceWidth: number }
    numGlyphs: number
    variationAxes: Record<string, unknown>
    getVariation: (settings: Record<string, number>) => Font
    getGlyph: (id: number) => Glyph
    hasGlyphForCodePoint: (point: number) => boolean
  }
  export function create(file: Uint8Array): Font
}
