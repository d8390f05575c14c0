//go:build linux

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// How long PostgreSQL may take to answer, the recovery from a crash included.
	postgresStart = 20 * time.Second
	lookEvery     = 50 * time.Millisecond
)

// The settings of a server for tests: a crash of its process loses nothing, a crash of the machine may.
var postgresSettings = []string{
	"listen_addresses=", "fsync=off", "full_page_writes=off", "jit=off", "autovacuum_naptime=10s",
	"shared_buffers=64MB", "max_connections=60", "log_min_messages=fatal",
}

// postgres is a running PostgreSQL.
type postgres struct {
	url    string
	server *exec.Cmd
	ended  <-chan error
}

// init keeps main on the main thread, with which a process ends: `launch` counts on it.
func init() {
	runtime.LockOSThread()
}

// startPostgres starts PostgreSQL on a folder, made if it is new. It listens on a socket in that folder alone. It ends
// when this process does, however that ends.
func startPostgres(programs, folder string) (*postgres, error) {
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	data := filepath.Join(folder, "postgres")
	if err := makeDatabase(programs, data, account); err != nil {
		return nil, err
	}
	words := []string{"-D", data, "-k", data}
	for _, setting := range postgresSettings {
		words = append(words, "-c", setting)
	}
	address := "postgres://postgres@/postgres?" + url.Values{"host": {data}}.Encode()
	deadline := time.Now().Add(postgresStart)
	for time.Now().Before(deadline) {
		server, ended, err := launch(filepath.Join(programs, "postgres"), words, data, account)
		if err != nil {
			return nil, err
		}
		if isAnswered(address, ended, deadline) {
			return &postgres{address, server, ended}, nil
		}
		// The server of the process before this one still holds the folder: it is about to end.
		time.Sleep(lookEvery)
	}
	return nil, fmt.Errorf("PostgreSQL did not start in %s", data)
}

// stop ends it in good order.
func (p *postgres) stop() error {
	if err := p.server.Process.Signal(syscall.SIGINT); err != nil {
		return err
	}
	return <-p.ended
}

func makeDatabase(programs, data string, account *syscall.Credential) error {
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		return err
	}
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if account != nil {
		// The account has to reach its folder.
		if err := os.Chmod(filepath.Dir(data), 0o755); err != nil {
			return err
		}
		if err := os.Chown(data, int(account.Uid), int(account.Gid)); err != nil {
			return err
		}
	}
	words := []string{"-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"}
	initialise := exec.Command(filepath.Join(programs, "initdb"), words...)
	initialise.Dir = data
	initialise.SysProcAttr = &syscall.SysProcAttr{Credential: account}
	if said, err := initialise.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, said)
	}
	return nil
}

// launch starts a program that gets SIGQUIT when the calling thread ends. To PostgreSQL that is a crash: what it had
// committed is recovered at the next start.
func launch(program string, words []string, folder string, account *syscall.Credential) (*exec.Cmd, <-chan error, error) {
	server := exec.Command(program, words...)
	server.Dir = folder
	server.Stderr = os.Stderr
	server.SysProcAttr = &syscall.SysProcAttr{Credential: account, Pdeathsig: syscall.SIGQUIT}
	if err := server.Start(); err != nil {
		return nil, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	return server, ended, nil
}

// isAnswered waits until the server answers; false: it has ended.
func isAnswered(address string, ended <-chan error, deadline time.Time) bool {
	for time.Now().Before(deadline) {
		select {
		case <-ended:
			return false
		case <-time.After(lookEvery):
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		connection, err := pgx.Connect(ctx, address)
		if err == nil {
			err = connection.Close(ctx)
		}
		cancel()
		if err == nil {
			return true
		}
	}
	return false
}

// unprivileged is the account for PostgreSQL, which refuses to run as root; nil: that of this process will do.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		account, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
