// The used part of subset-font (BSD-3-Clause), which has no types.
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures: string[]; dropTables: string[] },
  ): Promise<Uint8Array>
}
