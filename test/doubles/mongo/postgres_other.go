//go:build !linux

package main

import "errors"

type postgres struct{ url string }

// startPostgres: only Linux ends a server together with this process however that ends.
func startPostgres(_, _ string) (*postgres, error) {
	return nil, errors.New("PostgreSQL is for Linux alone: run without -postgres")
}

func (p *postgres) stop() error { return nil }
