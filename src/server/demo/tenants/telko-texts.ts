import type { DemoContent } from './demo-tenant.ts'

// In its own voice; Bonus is a setting (rewardWord).
export const telkoTexts: DemoContent['text'] = [
  {
    id: 'catalogue.products.rewards',
    text: {
      de: 'Wie der Bonus aussieht und wann er kommt',
      en: 'What the reward can be and when it is paid',
    },
  },
  {
    id: 'offers.home.title',
    text: { de: 'Dein Bonus nach Kategorien', en: 'Your reward by category' },
  },
]
