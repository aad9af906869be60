import { useState } from 'react';

const Empty = () => <p>{useState('')[0]}</p>;

export const routes = [{ path: '/home', element: <Empty /> }];
