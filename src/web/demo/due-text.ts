/** What the next batch would pay: rewards, and sales partners in addition. */
export const dueText = {
  de: (rewards: number, partners: number) =>
    [
      'fällig',
      ...(rewards > 0 ? [rewards === 1 ? '1 Prämie' : `${rewards} Prämien`] : []),
      ...(partners > 0 ? [`${partners} Verkaufspartner`] : []),
    ].join(', '),
  en: (rewards: number, partners: number) =>
    [
      'due',
      ...(rewards > 0 ? [rewards === 1 ? '1 reward' : `${rewards} rewards`] : []),
      ...(partners > 0 ? [partners === 1 ? '1 sales partner' : `${partners} sales partners`] : []),
    ].join(', '),
}
