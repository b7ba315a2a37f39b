/** BannerTEZuTP leads from one programme to the other (domain.md section 8): mobile (TP) to fixed line (DP). */
export const programmeBanner = { known: 'TP', other: 'DP' } as const
