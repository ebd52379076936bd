import assert from 'node:assert/strict';
import { withApplying } from './applying.ts';

const ruby = `class Stock
  def add(name, count)
    @items[name] += count
  end

  def missing(wanted)
    wanted.reject { |name| @items.key?(name) }
  end
end
`;

const edit = `The fix is in \`lib/stock.rb\`:

\`\`\`ruby
<<<<<<< SEARCH
  def missing(wanted)
    wanted.reject { |name| @items.key?(name) }
=======
  def missing(wanted)
    # Größe 😀
    wanted.reject { |name| @items[name].to_i > 0 }
>>>>>>> REPLACE
\`\`\`
`;

describe('a block of code that was applied', () => {
  const window = withApplying({ 'files.encoding': 'windows1252' });
  afterEach(async () => window.closeEditors());

  it('says so once something was written, and leads to its place, also after the panel was hidden', async () => {
    const { page, panel } = window.parley();
    const status = (words: string) => page.locator('.statusbar-item', { hasText: words });
    const applied = panel.getByRole('button', { name: 'Applied to lib/stock.rb' });
    await window.write('lib/stock.rb', ruby);
    await window.ask(edit.replace('Größe 😀', 'Größe'), { file: 'stock.rb' });
    assert.equal(await window.block().locator('.code-path').textContent(), 'lib/stock.rb');
    await window.apply();
    await window.reviewed('stock.rb');
    await page.locator('.modified .view-line', { hasText: 'Größe' }).waitFor();
    await status('UTF-8').waitFor();
    assert.equal(await status('with BOM').count(), 0);
    await window.press('Reject');
    await page.locator('.tab', { hasText: 'Proposed' }).waitFor({ state: 'detached' });
    assert.equal(await applied.count(), 0);
    await window.apply();
    await window.reviewed('stock.rb');
    await window.press('Accept');
    await window.written('stock.rb');
    await applied.waitFor();
    await window.closeEditors();
    await applied.click();
    await status('Ln 7, Col 1').waitFor();
    await window.parley().runCommand('workbench.view.explorer');
    await applied.waitFor({ state: 'detached' });
    await window.parley().runCommand('parley.chat.focus');
    await applied.waitFor();
  });
});
