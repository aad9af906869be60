/** The libraries that the specification names, as the shell has them, and nothing of our own. */
import axios from 'axios';
import * as jsx from 'react/jsx-runtime';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { createRoot } from 'react-dom/client';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import {
  BrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
import { BehaviorSubject, Subject } from 'rxjs';

Object.assign(globalThis, {
  libraries: [
    [axios.create(), axios.isAxiosError, jsx, react, reactDom, createRoot],
    [loadRemote, registerPlugins, registerRemotes],
    [BrowserRouter, Link, matchPath, Navigate, NavLink, Outlet],
    [useLocation, useNavigate, useParams, useRoutes, useSearchParams],
    [BehaviorSubject, Subject],
  ],
});
