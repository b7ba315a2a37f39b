/** `npm run test:whole` repeats in every tenant, language, engine and number what `npm run test:long`, and so CI, does once. */
export const isWhole = process.env['WHOLE'] === '1'
