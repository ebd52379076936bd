/** Whether the keys are those of a Mac: there, Cmd does what Ctrl does elsewhere. */
export const isMac = navigator.platform.startsWith('Mac');
