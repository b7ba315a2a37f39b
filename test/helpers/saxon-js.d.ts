// The used part of saxon-js, which has no types.
declare module 'saxon-js' {
  const saxon: {
    transform(options: {
      stylesheetInternal: object
      sourceText: string
      destination: 'serialized'
    }): { principalResult: string }
  }
  export default saxon
}
