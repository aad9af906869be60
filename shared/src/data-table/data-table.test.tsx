import { render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { DataTable } from './data-table';

test('data table: the cells of the row-header column are headers, also in the total', () => {
  render(
    <DataTable
      caption="Comptes"
      columns={[
        { title: 'Nom', isRowHeader: true, cell: ({ name }) => name },
        { title: 'Montant', cell: ({ amount }) => amount },
      ]}
      rows={[{ name: 'amine', amount: 5 }]}
      total={{ name: 'Total', amount: 5 }}
      rowKey={({ name }) => name}
      emptyText="Aucune donnée disponible"
    />,
  );
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Nom', 'Montant']);
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['amine', 'Total']);
  const [, row] = screen.getAllByRole('row');
  expect(
    within(row!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['5']);
});

test('data table: the rows below the screen are drawn after those of the screen', () => {
  const drawn: number[] = [];
  const rows = Array.from({ length: 100 }, (_, number) => ({ number }));
  render(
    <Profiler id="table" onRender={() => drawn.push(document.querySelectorAll('tbody tr').length)}>
      <DataTable
        caption="Comptes"
        columns={[{ title: 'No', cell: ({ number }) => number }]}
        rows={rows}
        rowKey={({ number }) => number}
        emptyText="Aucune donnée disponible"
      />
    </Profiler>,
  );
  // The window of the tests is 768 px high, and a row 40 px.
  expect(drawn).toEqual([20, 100]);
});
