/** What the journeys do where there is no browser: install Debian's as root, else say in a sentence what to do. */
export function chooseBrowserInstall(machine: { isRoot: boolean; hasApt: boolean }): {
  steps: string[][]
  advice: string
} {
  // Only root may install for the whole system; Debian's comes with all the libraries that it needs.
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  if (machine.isRoot && machine.hasApt)
    return {
      steps: [
        ['apt-get', 'update'],
        ['apt-get', ...install],
      ],
      advice: '',
    }
  const command = machine.hasApt
    ? `sudo apt-get ${install.join(' ')}`
    : 'npx playwright install chromium'
  return {
    steps: [],
    advice: `There is no browser, so the journeys are left out; install one ("${command}") and run this again.`,
  }
}
