import { html, nothing, render } from 'lit';

/** Shows the system prompt as one quiet line that opens to the whole; nothing where there is none. */
export function renderSystemPrompt(node: HTMLElement, text: string | undefined): void {
  render(
    text === undefined || text === ''
      ? nothing
      : html`<details class="system-prompt">
          <summary title="The first message of every request to this connection">
            <span class="system-prompt-name">System prompt</span>
            <span class="system-prompt-start" dir="auto">${text}</span>
          </summary>
          <p class="system-prompt-text" dir="auto">${text}</p>
        </details>`,
    node,
  );
}
